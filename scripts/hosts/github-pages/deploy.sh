# the tree as a separate branch; paste from ( to ):
(
set -e
export GIT_DIR="$(mktemp -d)" GIT_WORK_TREE={{tree}}
git init --quiet --initial-branch gh-pages
git -c core.autocrlf=false add --all --force .
git commit --quiet --message 'Publish'
git push --force https://github.com/OWNER/REPOSITORY.git gh-pages
)
# and once, on GitHub: Settings > Pages > Deploy from a branch: gh-pages, / (root)

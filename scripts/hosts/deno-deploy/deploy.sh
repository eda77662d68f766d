# with your organization and app; paste from ( to ):
(
set -e
stage="$(mktemp -d)"
cp -R {{tree}} "$stage/dist"
cp {{beside}}/server.cjs "$stage"
cd "$stage"
deno deploy create --org ORG --app APP --source local --runtime-mode dynamic --entrypoint server.cjs --do-not-use-detected-build-config --region global
)
# and later, in place of the last command: deno deploy --org ORG --app APP --prod

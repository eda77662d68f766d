# Copies the pages and the search files. Other names may need encoding, which curl does not do.
site=http://localhost:3000
curl -fsS "$site/latest.json" >latest.json
curl -fsS "$site/manifest.json" >manifest.json
sum=$(sha256sum manifest.json | cut -d ' ' -f 1)
grep -q "\"sha256\":\"$sum\"" latest.json || exit 1
sed -n 's|^{"path":"\(v1/[a-z0-9_/-]*[.][a-z.]*\)".*"sha256":"\([0-9a-f]*\)"}.*|\2  \1|p' manifest.json >sums
while read -r _ path; do
	curl -fsS --create-dirs --output "$path" "$site/$path"
done <sums
sha256sum --check --quiet sums && echo complete

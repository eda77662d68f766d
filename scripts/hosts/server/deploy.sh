# to try it here, with Node, Bun or Deno:
PORT=8000 node {{beside}}/server.cjs {{tree}}
PORT=8000 bun {{beside}}/server.cjs {{tree}}
PORT=8000 deno run --allow-net --allow-read --allow-env {{beside}}/server.cjs {{tree}}
# 1. once, and after each update of this tool: the program, to a machine with Node and systemd
rsync -a --chmod=D755,F644 {{beside}}/ root@SERVER:/srv/instants/
# 2. with every build: the tree
rsync -a --chmod=D755,F644 --exclude '/latest.json*' {{tree}}/ root@SERVER:/srv/instants/dist/ &&
rsync -a --chmod=D755,F644 --include /latest.json.minisig --exclude '*' {{tree}}/ root@SERVER:/srv/instants/dist/ &&
rsync -a --chmod=D755,F644 {{tree}}/latest.json root@SERVER:/srv/instants/dist/ &&
rsync -a --chmod=D755,F644 --delete-after {{tree}}/ root@SERVER:/srv/instants/dist/
# 3. after the first step: start or restart the program
ssh root@SERVER 'cp /srv/instants/instants.service /etc/systemd/system/ && systemctl daemon-reload && systemctl enable instants && systemctl restart instants'

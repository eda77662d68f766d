# with every build:
rsync -a {{beside}}/ root@SERVER:/srv/instants/ &&
rsync -a --exclude /latest.json {{tree}}/ root@SERVER:/srv/instants/dist/ &&
rsync -a {{tree}}/latest.json root@SERVER:/srv/instants/dist/ &&
rsync -a --delete-after {{tree}}/ root@SERVER:/srv/instants/dist/
# once, on the server:
cp /srv/instants/instants.service /etc/systemd/system/ && systemctl enable --now instants
{{install}}

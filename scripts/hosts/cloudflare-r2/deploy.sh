# once, after setting up an rclone remote named r2 (https://developers.cloudflare.com/r2/examples/rclone/):
npx wrangler r2 bucket create instants
# with every build:
rclone copy {{tree}} r2:instants --exclude "/latest.json*" --checksum --fast-list --transfers 32 && rclone copy {{tree}} r2:instants --include /latest.json.minisig --checksum && rclone copyto {{tree}}/latest.json r2:instants/latest.json --checksum
# after the first build, and when worker.js has changed:
(cd {{beside}} && npx wrangler deploy)
# optional, a day later: delete data that only earlier builds used:
rclone sync {{tree}} r2:instants --include "/v1/**" --include "/manifest/**" --checksum --fast-list
# and the media of removed clips, unless you put media into the bucket yourself:
rclone sync {{tree}} r2:instants --include "/media/**" --checksum --fast-list

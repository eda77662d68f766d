# Once, with a network:
curl -fsS -O http://localhost:3000/v1/instants/all.ndjson
# From then on, without a network:
grep -i '^{"name":"[^"]*drum' all.ndjson

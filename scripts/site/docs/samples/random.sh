curl -fsS http://localhost:3000/v1/instants/all.ndjson | shuf -n 1

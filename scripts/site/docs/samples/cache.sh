# Fetches the page the first time, and later only if it has changed.
curl -fsS --etag-compare clips.etag --etag-save clips.etag --output clips.json \
	--write-out '%{http_code}\n' http://localhost:3000/api/v1/instants/

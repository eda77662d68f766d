url=http://localhost:3000/api/v1/instants/
while [ -n "$url" ]; do
	page=$(curl -fsS "$url")
	printf '%s\n' "$page"
	url=$(printf '%s\n' "$page" | sed -n 's/^{"count":[0-9]*,"next":"\([^"]*\)".*/\1/p')
done

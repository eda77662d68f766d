curl -fsS --get http://localhost:3000/api/v1/instants/ --data-urlencode 'name=dru' |
	grep -o '"slug":"[^"]*"'

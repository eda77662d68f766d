curl -sS --write-out '\n%{http_code}\n' 'http://localhost:3000/api/v1/instants/?page=0'

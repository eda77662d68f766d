curl -sS http://localhost:3000/api/v1/instants/drum_roll/

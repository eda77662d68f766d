const response = await fetch("http://localhost:3000/api/v1/instants/drum_roll/");
const clip = await response.json();
console.log(response.ok ? clip.sound : `${response.status} ${clip.detail}`);

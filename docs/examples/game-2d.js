/* A 2D game: fly between the rocks with the arrow keys. */
import { Circle, Polygon, World } from 'growth-distance';

const canvas = document.body.appendChild(document.createElement('canvas'));
[canvas.width, canvas.height] = [innerWidth, innerHeight];
const context = canvas.getContext('2d');
const world = new World({ dimension: 2, margin: 60 }); // pairs: boxes nearer than 60 pixels
const arrow = new Polygon({ points: [18, 0, -12, 11, -12, -11] });
const ship = world.add(arrow, [200, innerHeight / 2, 0], { group: 2, mask: 1 });
const speeds = [[0, 0, 0]];
for (let i = 0; i < 24; i++) {
  const radius = 14 + 7 * (i % 4);
  const corners = Array.from({ length: 5 + (i % 3) }, (_, k) => (2 * Math.PI * k) / (5 + (i % 3)));
  const points = corners.map((t) => [radius * Math.cos(t), 0.8 * radius * Math.sin(t)]);
  const rock = i % 5 ? new Polygon({ points }) : new Circle({ radius });
  const place = [(i * 173) % innerWidth, (i * 251) % innerHeight, i];
  world.add(rock, place, { group: 1, mask: 2 }); // rocks make pairs with the ship only
  speeds.push([Math.cos(7 * i), Math.sin(5 * i), 0.02 * Math.cos(i)]);
}
const keys = new Set();
addEventListener('keydown', ({ key }) => keys.add(key));
addEventListener('keyup', ({ key }) => keys.delete(key));

function draw(body, color) {
  const [x, y, angle] = world.poses.subarray(3 * body, 3 * body + 3);
  const shape = world.shape(body);
  context.setTransform(Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), x, y);
  context.beginPath();
  if (shape.type === 'circle') context.arc(0, 0, shape.radius, 0, 2 * Math.PI);
  const { vertices } = shape.surface();
  for (let i = 0; i < vertices.length; i += 3) context.lineTo(vertices[i], vertices[i + 1]);
  context.fillStyle = color;
  context.fill();
}
requestAnimationFrame(function frame() {
  const turn = Number(keys.has('ArrowRight')) - Number(keys.has('ArrowLeft'));
  const angle = (world.poses[3 * ship + 2] += 0.06 * turn);
  const thrust = keys.has('ArrowUp') ? 0.08 : 0;
  const [u, v] = speeds[ship];
  speeds[ship] = [0.99 * u + thrust * Math.cos(angle), 0.99 * v + thrust * Math.sin(angle), 0];
  const size = [innerWidth, innerHeight];
  world.poses.forEach((x, k, poses) => {
    const moved = x + speeds[Math.floor(k / 3)][k % 3];
    poses[k] = k % 3 < 2 ? (moved + size[k % 3]) % size[k % 3] : moved; // opposite edges of the screen join
  });
  const { count, pairs, value } = world.growthDistances();
  const near = new Map(Array.from({ length: count }, (_, k) => [pairs[2 * k + 1], value[k]]));
  context.resetTransform();
  context.clearRect(0, 0, ...size);
  for (let body = 1; body < speeds.length; body++) {
    const margin = near.get(body) ?? Infinity; // orange when near, red when hit
    draw(body, margin < 1 ? '#e5484d' : margin < 1.8 ? '#f5a524' : '#6b7b8f');
  }
  draw(ship, Math.min(...near.values()) < 1 ? '#e5484d' : '#7cd4ff');
  requestAnimationFrame(frame);
});

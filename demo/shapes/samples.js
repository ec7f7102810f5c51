/* The sample hulls, computed here: flat lists of points within the unit ball. */

/** A cut gem with table, girdle and point. */
function gem() {
  const points = [];
  const ring = (count, radius, y, turn) => {
    for (let i = 0; i < count; i++) {
      const angle = (2 * Math.PI * (i + turn)) / count;
      points.push(radius * Math.cos(angle), y, radius * Math.sin(angle));
    }
  };
  ring(8, 0.55, 0.42, 0);
  ring(16, 0.8, 0.28, 0.5);
  ring(16, 0.95, 0.05, 0);
  points.push(0, -0.75, 0);
  return points;
}

/** A stone that is round except where planes cut it. */
function rock() {
  // evenly spread directions instead of random ones, so that every visitor sees the same stone
  const points = [];
  for (let i = 0; i < 180; i++) {
    const y = 1 - (2 * (i + 0.5)) / 180;
    const around = Math.sqrt(1 - y * y);
    const angle = i * Math.PI * (3 - Math.sqrt(5));
    const d = [around * Math.cos(angle), y, around * Math.sin(angle)];
    const bumps = 0.12 * Math.sin(7 * d[0] + 3 * d[2]) + 0.08 * Math.sin(11 * d[1] + 5 * d[0]);
    const radius = Math.min(0.85 + bumps, 0.62 / Math.max(0.01, 0.6 * d[0] + 0.8 * d[1]));
    points.push(1 * radius * d[0], 0.8 * radius * d[1], 0.9 * radius * d[2]);
  }
  return points;
}

/** A superellipsoid of about 600 points, between a cushion and a box. */
function pillow() {
  const points = [];
  const power = (x, p) => Math.sign(x) * Math.abs(x) ** p;
  for (let i = 0; i <= 16; i++) {
    const latitude = -Math.PI / 2 + (Math.PI * i) / 16;
    const columns = i === 0 || i === 16 ? 1 : 40;
    for (let j = 0; j < columns; j++) {
      const longitude = (2 * Math.PI * j) / columns;
      const around = power(Math.cos(latitude), 0.6);
      points.push(
        0.75 * around * power(Math.cos(longitude), 0.5),
        0.4 * power(Math.sin(latitude), 0.8),
        0.75 * around * power(Math.sin(longitude), 0.5),
      );
    }
  }
  return points;
}

/** Rounds numbers, so that code copied from the demo stays readable. */
const short = (points) => points.map((x) => Number(x.toFixed(4)));

export const samples = { gem: short(gem()), rock: short(rock()), pillow: short(pillow()) };

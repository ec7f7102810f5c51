/* Energy and penetration over time, and their charts. */
import { drawChart } from '../../ui/chart.js';
import { colours } from '../../ui/theme.js';

/** Number of steps between two points of a chart. */
const EVERY = 6;
/** Maximum number of points: two minutes. */
const MOST = 1200;
/** Minimum length of the time axis in seconds. */
const SPAN = 10;

export class History {
  energy = [];
  overlap = [];
  #worst = 0;

  /** Called after every step. The largest penetration between two points of the chart is included. */
  add({ steps, energy, start, proximity }) {
    this.#worst = Math.max(this.#worst, proximity.overlap);
    if (steps % EVERY !== 0) return;
    const time = steps / 60;
    this.energy.push([time, (100 * energy) / start]);
    this.overlap.push([time, 100 * this.#worst]);
    this.#worst = 0;
    if (this.energy.length > MOST) {
      this.energy.shift();
      this.overlap.shift();
    }
  }

  /** @param {HTMLElement} energyRoot @param {HTMLElement} overlapRoot */
  async draw(energyRoot, overlapRoot) {
    const { a, bad } = colours();
    const first = this.energy[0]?.[0] ?? 0;
    const last = this.energy.at(-1)?.[0] ?? 0;
    const x = { label: 'time, s', domain: [first < 1 ? 0 : first, Math.max(SPAN, last)] };
    await drawChart(energyRoot, {
      label: 'Energy over time, in per cent of the initial energy',
      x,
      y: { label: 'energy, %', domain: [0, highest(this.energy, 100)] },
      series: [{ name: 'energy', colour: a, points: this.energy }],
      height: 124,
    });
    await drawChart(overlapRoot, {
      label: 'Largest penetration over time, in per cent of the diameter',
      x,
      y: { label: 'penetration, % of the diameter', domain: [0, highest(this.overlap, 2)] },
      series: [{ name: 'penetration', colour: bad, points: this.overlap }],
      height: 124,
    });
  }
}

const highest = (points, least) => points.reduce((most, [, y]) => Math.max(most, y), least);

/* The strip below the view: the time line with the certified interval and the samples, the controls of
 * the time shown, and the sentence. */
import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { ICONS, icon } from '../../steps/transport.js';
import { buttons, format } from '../../ui/controls.js';
import { relationOf } from './words.js';

const percent = (t) => `${(100 * t).toFixed(4)}%`;

/**
 * @param {object} view
 * @param {ReturnType<import('./answer.js').answer>} view.found
 * @param {number} view.time shown
 * @param {boolean} view.playing
 * @param {string} view.words the sentence
 * @param {Record<string, Function>} act play(), contact(), time(t)
 */
export function timeline({ found, time, playing, words }, act) {
  const { result } = found;
  const atContact = !result?.hit || time === result.lower;
  const interval = result?.hit && result.status !== 'overlapping';
  return html`<div class="times">
      ${buttons('Time', [
        {
          id: 'play',
          name: playing ? 'Pause' : 'Play',
          label: icon(ICONS[playing ? 'pause' : 'play']),
          disabled: !result,
          onClick: act.play,
        },
        {
          id: 'at-contact',
          name: 'Go to the contact',
          label: icon(ICONS.last),
          disabled: atContact,
          onClick: act.contact,
        },
      ])}
      <div class="axis">
        <input
          type="range"
          id="time"
          aria-label="Time shown"
          min="0"
          max="1"
          step="0.001"
          .value=${live(String(time))}
          @input=${(event) => act.time(Number(event.target.value))}
        />
        ${track(found, time)} ${interval ? magnified(result) : nothing}
      </div>
      <label class="shown">t = <output id="now" for="time">${format(time, 4)}</output></label>
    </div>
    <p id="caption" class="caption" role="status" tabindex="0">${words}</p>`;
}

/** The whole motion: what is proved free, the contact, and a dot for each sample. */
function track({ result, samples }, time) {
  if (!result) return html`<div class="track"></div>`;
  const { hit, lower } = result;
  const free = hit ? lower : 1;
  const label = `Time line from 0 to 1: proved free ${hit ? `up to ${lower}` : 'to the end'}; ${
    samples.filter((sample) => sample.hit).length
  } of ${samples.length} samples see contact`;
  return html`<div class="track" role="img" aria-label=${label}>
    <i class="free" style="width: ${percent(free)}"></i>
    ${samples.map(
      (sample) =>
        html`<i
          class=${sample.hit ? 'sample hit' : 'sample'}
          style="left: ${percent(sample.t)}"
        ></i>`,
    )}
    ${hit ? html`<i class="contact" style="left: ${percent(lower)}"></i>` : nothing}
    <i class="now" style="left: ${percent(time)}"></i>
  </div>`;
}

/** The interval of the contact, so large that its ends can be seen. */
function magnified(result) {
  const { lower, upper } = result;
  const proved = relationOf(result) === 'contact';
  const known = Number.isFinite(upper);
  const at = `calc(8px + (100% - 16px) * ${lower})`;
  return html`<i class="lens" style="clip-path: polygon(${at} 0, 100% 100%, 0 100%)"></i>
    <div class="magnified" role="img" aria-label=${intervalLabel(result, proved)}>
      <span class="free">proved free</span>
      <span class="between"
        >${known ? `${(upper - lower).toExponential(1)} wide` : 'not known'}</span
      >
      <span class=${proved ? 'touching' : 'between'}>
        ${proved ? 'proved contact' : 'not proved'}
      </span>
    </div>`;
}

const intervalLabel = ({ lower, upper }, proved) =>
  `The interval of the contact, magnified: proved free up to ${lower}, ${
    proved ? `contact proved at ${upper}` : 'contact not proved'
  }`;

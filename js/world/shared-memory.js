/* The memory that a ParallelWorld shares with its workers. */
import { rowDoubles } from './columns.js';

/** A buffer of twice as many bytes as needed, at least 2048. @param {number} bytes */
const twice = (bytes) => new SharedArrayBuffer(2 * Math.max(bytes, 1024));

/**
 * Shared buffers for poses, pairs found, and the columns of each query; each is allocated at first use.
 * @internal
 */
export class SharedMemory {
  /**
   * In the form that is sent.
   * @type {{ poses: any, pairs: any, columns: { buffer: any, room: number }[] }}
   */
  blocks = { poses: undefined, pairs: undefined, columns: [] };
  /** Whether the workers have received all current buffers. */
  known = false;

  /** @param {Float64Array} poses */
  writePoses(poses) {
    const { blocks } = this;
    if (!(blocks.poses?.byteLength >= poses.byteLength)) {
      blocks.poses = twice(poses.byteLength);
      this.known = false;
    }
    new Float64Array(blocks.poses).set(poses);
  }

  /** Makes room for pairs and their rows. @param {number | undefined} code @param {number} pairs */
  reserve(code, pairs) {
    const { blocks } = this;
    if (!(blocks.pairs?.byteLength >= 8 * pairs)) {
      blocks.pairs = twice(8 * pairs);
      this.known = false;
    }
    if (code === undefined || (blocks.columns[code]?.room ?? 0) >= pairs) return;
    const room = Math.max(2 * pairs, 1024);
    blocks.columns[code] = { buffer: new SharedArrayBuffer(8 * rowDoubles(code) * room), room };
    this.known = false;
  }
}

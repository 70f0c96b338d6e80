import { readdirSync, readFileSync } from 'node:fs';

/** The share of all cores' time that programs outside the measurement used, 0 to 1. */
export function watchDisturbance(...serverPids: readonly number[]): () => number {
  const before = readTicks(serverPids);
  return () => {
    const now = readTicks(serverPids);
    const busy = now.busy - before.busy;
    const ours = now.ours - before.ours;
    return Math.max(0, busy - ours) / (now.all - before.all);
  };
}

interface Ticks {
  readonly all: number;
  readonly busy: number;
  /** The processes of the servers, the load generator and PostgreSQL. */
  readonly ours: number;
}

function readTicks(serverPids: readonly number[]): Ticks {
  const [line = ''] = readFileSync('/proc/stat', 'latin1').split('\n', 1);
  // proc_stat(5): user nice system idle iowait irq softirq steal
  const columns = line.trim().split(/\s+/).slice(1, 9).map(Number);
  const all = columns.reduce((sum, ticks) => sum + ticks, 0);
  const softInterrupts = columns[6] ?? 0;
  const idle = (columns[3] ?? 0) + (columns[4] ?? 0);
  const processes = [...serverPids, process.pid, ...postgresPids()].map(readCpuTicks);
  // The loopback's packets are handled in soft interrupts, which belong to no process.
  return { all, busy: all - idle, ours: softInterrupts + processes.reduce((sum, ticks) => sum + ticks, 0) };
}

/** User and system time of a process so far, in ticks; 0 when it has ended. */
export function readCpuTicks(pid: number): number {
  const stat = readProcess(pid, 'stat');
  // Fields 14 and 15 of proc_pid_stat(5), counted after the name in parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

function postgresPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readProcess(pid, 'comm').startsWith('postgres'));
}

function readProcess(pid: number, file: 'stat' | 'comm'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

import type { Mutant } from './find-mutants.ts';

/** A mistake by the number that turns it on. */
export type Numbered = Mutant & { number: number };

/**
 * Returns the text with all mistakes in it, each of which is on while `globalThis.isMutantOn` says so of its number. So one
 * process loads the portal once and runs the tests of many mistakes.
 */
export function buildSwitches(source: string, mutants: readonly Numbered[]): string {
  const groups = [...Map.groupBy(mutants, ({ host }) => `${host.start}:${host.end}`).values()];
  const hosts = groups
    .map((inHost) => ({ ...(inHost[0] as Numbered).host, inHost }))
    .toSorted((a, b) => a.start - b.start || b.end - a.end);

  const render = (start: number, end: number, inside: typeof hosts): string => {
    const [outer, ...others] = inside;
    if (!outer) return source.slice(start, end);
    const inner = others.filter((host) => host.end <= outer.end);
    const after = others.filter((host) => host.start >= outer.end);
    const whole = render(outer.start, outer.end, inner);
    const text = source.slice(start, outer.start) + switchBetween(source, outer.inHost, whole);
    return text + render(outer.end, end, after);
  };
  return render(0, source.length, hosts);
}

function switchBetween(source: string, mutants: readonly Numbered[], whole: string): string {
  const branches = mutants.map(({ number, host, start, end, replacement }) => {
    const text = source.slice(host.start, start) + replacement + source.slice(end, host.end);
    const isOn = `globalThis.isMutantOn(${number})`;
    return host.isStatement ? `if (${isOn}) {${text}} else ` : `${isOn} ? (${text}) : `;
  });
  return mutants[0]?.host.isStatement
    ? `{${branches.join('')}{${whole}}}`
    : `(${branches.join('')}(${whole}))`;
}

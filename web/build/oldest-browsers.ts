import path from 'node:path';
import browserslist from 'browserslist';

/** An oldest browser under its name in MDN's compatibility data, with its version. */
export interface OldestBrowser {
  name: 'chrome' | 'firefox' | 'safari' | 'safari_ios';
  version: string;
}

const NAMES: Readonly<Record<string, { data: OldestBrowser['name']; target: string }>> = {
  chrome: { data: 'chrome', target: 'chrome' },
  firefox: { data: 'firefox', target: 'firefox' },
  safari: { data: 'safari', target: 'safari' },
  ios_saf: { data: 'safari_ios', target: 'ios' },
};

/** Returns the oldest version of each browser that `browserslist` in package.json names. */
export function oldestBrowsers(): OldestBrowser[] {
  return [...oldestVersions()].map(([name, version]) => ({ name: getBrowserName(name).data, version }));
}

/** Returns the same browsers in the form that Vite's `build.target` and `build.cssTarget` take. */
export function buildTargets(): string[] {
  return [...oldestVersions()].map(([name, version]) => `${getBrowserName(name).target}${version}`);
}

function oldestVersions(): Map<string, string> {
  const oldest = new Map<string, string>();
  for (const browser of browserslist(null, { path: path.join(import.meta.dirname, '../..') })) {
    const [name = '', versions = ''] = browser.split(' ');
    // A range of versions stands for all of them: `16.6-16.7`.
    const [version = ''] = versions.split('-');
    const known = oldest.get(name);
    if (known === undefined || compareVersions(version, known) < 0) oldest.set(name, version);
  }
  return oldest;
}

function getBrowserName(name: string): (typeof NAMES)[string] {
  const known = NAMES[name];
  if (!known)
    throw new Error(
      `browserslist in package.json names ${name}: say its other names in ${import.meta.filename}`,
    );
  return known;
}

/** Negative when the first version is older. */
export function compareVersions(first: string, second: string): number {
  const [mine, theirs] = [first.split('.').map(Number), second.split('.').map(Number)];
  const differing = [0, 1, 2].find((place) => (mine[place] ?? 0) !== (theirs[place] ?? 0)) ?? 0;
  return (mine[differing] ?? 0) - (theirs[differing] ?? 0);
}

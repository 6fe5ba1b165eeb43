import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** `'sha256-…'` of each script and style that stands in a page itself, as the content security policy lists them. */
export interface InlineParts {
  scripts: string[];
  styles: string[];
}

/** The pages of the build (web/build/). None where nothing was built. */
const PAGES = ['landing.html', 'cabinet.html', 'index.html'];

/** Reads the inline parts of all pages together, because one policy is sent with each. */
export async function readInlineParts(webDist: string): Promise<InlineParts> {
  const pages = await Promise.all(
    PAGES.map(async (file) => readFile(path.join(webDist, file), 'utf8').catch(() => '')),
  );
  const html = pages.join('');
  return {
    scripts: hashInlineParts(html, /<script>([\s\S]*?)<\/script>/g),
    styles: hashInlineParts(html, /<style>([\s\S]*?)<\/style>/g),
  };
}

function hashInlineParts(html: string, parts: RegExp): string[] {
  // The same script stands first in two pages.
  const texts = new Set([...html.matchAll(parts)].map(([, text = '']) => text));
  return [...texts].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

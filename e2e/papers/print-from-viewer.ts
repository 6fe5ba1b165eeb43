import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { PRINTED_FILE } from '../firefox.ts';
import { expect } from '../fixtures.ts';
import { readPrint } from './read-print.ts';

/** Saves a document by the button, opens the file in Firefox's own viewer and prints it: every sheet, and its words. */
export async function expectPrintedWhole(page: Page, info: TestInfo, button: Locator): Promise<void> {
  forgetPrinted();
  const saved = page.waitForEvent('download');
  await button.click();
  const file = info.outputPath('saved.pdf');
  await (await saved).saveAs(file);
  const viewer = await page.context().newPage();
  await viewer.goto(pathToFileURL(file).href);
  await expect(viewer.locator('.page canvas').first()).toBeVisible();
  await viewer.evaluate(() => window.print());
  const printed = readPrint(await takePrinted());
  const own = readPrint(fs.readFileSync(file));
  expect(printed.sheets).toBe(own.sheets);
  // Of some numbers Firefox writes the shapes without the text.
  expect(printed.wordBoxes.length).toBeGreaterThan(own.wordBoxes.length / 2);
}

/** Returns what Firefox has printed, once it is whole. */
export async function takePrinted(): Promise<Buffer> {
  const read = () => (fs.existsSync(PRINTED_FILE) ? fs.readFileSync(PRINTED_FILE) : Buffer.alloc(0));
  await expect.poll(() => read().subarray(-16).includes('%%EOF')).toBe(true);
  return read();
}

export function forgetPrinted(): void {
  fs.rmSync(PRINTED_FILE, { force: true });
}

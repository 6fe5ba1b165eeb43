import fs from 'node:fs';
import { installFromDebian, mayInstallFromDebian } from '../../scripts/install-from-debian.ts';

const PACKAGES = ['webkit2gtk-driver', 'xvfb'];
const PROGRAMS = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];

/** Ensures that there is a WebKitGTK with its driver and a screen, or explains how to install them. */
export default function requireWebKit(): void {
  const isThere = (): boolean => PROGRAMS.every((program) => fs.existsSync(program));
  if (!isThere() && mayInstallFromDebian()) installFromDebian(PACKAGES);
  if (!isThere())
    throw new Error(
      `These tests need WebKitGTK's driver. On Debian: sudo apt-get install ${PACKAGES.join(' ')}`,
    );
}

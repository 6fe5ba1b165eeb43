import { SchemeChoice } from './SchemeChoice.tsx';
import { chooseColourScheme, useChosenScheme } from './theme/colour-scheme.ts';

/** The choice between light and dark, remembered on this device. */
export function ColorSchemeSwitch() {
  return <SchemeChoice value={useChosenScheme()} onChange={chooseColourScheme} />;
}

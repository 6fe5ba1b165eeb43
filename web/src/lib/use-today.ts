import { useEffect, useState } from 'react';
import { moscowDay } from './format.ts';
import { onClockCorrected, serverNow } from './server-clock.ts';

/**
 * Returns the Moscow day of the server, as it was when the page was opened: filters don't change at midnight under a
 * person's eyes. The first answer corrects a device whose clock is wrong.
 */
export function useToday(): string {
  const [today, setToday] = useState(() => moscowDay(serverNow()));
  useEffect(() => onClockCorrected(() => setToday(moscowDay(serverNow()))), []);
  return today;
}

import { KEPT_FOR_DAYS } from '#contract/kept-data.ts';

/** A device stays known for so long after its last sign-in; so does its cookie. */
export const DEVICE_DAYS = KEPT_FOR_DAYS.devices.days;
/** A device on which nobody has signed in since then is known no more. */
export function oldestKnown(now: Date): Date {
  return new Date(now.getTime() - DEVICE_DAYS * 86_400_000);
}

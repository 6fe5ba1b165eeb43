import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

export type Question = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Asks the user for a passkey. Null when none was chosen: the browser does not reveal why. */
export async function askForPasskey(
  optionsJSON: Question,
  { suggested }: { suggested: boolean },
): Promise<object | null> {
  try {
    return await startAuthentication({ optionsJSON, useBrowserAutofill: suggested });
  } catch {
    return null;
  }
}

/** Whether the browser offers passkeys among the suggestions of a field. */
export function canSuggestPasskeys(): Promise<boolean> {
  return browserSupportsWebAuthnAutofill();
}

export function cancelAsking(): void {
  WebAuthnAbortService.cancelCeremony();
}

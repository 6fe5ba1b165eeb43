import { readOperator } from '#contract/system.ts';
import { call, CallFailed } from '../server/client.ts';
import { queryClient, readKey } from './use-call.ts';

/** reCAPTCHA is used only on the production host; elsewhere a fake token is sent (spec section 7). */
const FAKE_TOKEN = 'fake-recaptcha-token';

/** Google's script and its answer together: nobody waits for a code longer than this because of Google. */
const GIVE_UP_MS = 30_000;
const SILENT = 'Проверка reCAPTCHA не отвечает. Отключите блокировщик или смените сеть и попробуйте ещё раз';
const NOT_LOADED = 'Проверка reCAPTCHA не загрузилась. Отключите блокировщик и попробуйте ещё раз';

/** The part of Google's script that is used here. */
type Recaptcha = {
  ready: (then: () => void) => void;
  execute: (siteKey: string, about: { action: string }) => Promise<string>;
};

/**
 * Proves to reCAPTCHA that a person signs in. Nothing is loaded from Google unless the operator has configured a key.
 */
export async function captchaToken(): Promise<string> {
  const { data } = await queryClient.ensureQueryData({
    queryKey: readKey(readOperator),
    queryFn: () => call(readOperator),
  });
  if (!data.recaptchaSiteKey) return FAKE_TOKEN;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, giveUp) => {
    timer = setTimeout(() => giveUp(new CallFailed(0, SILENT)), GIVE_UP_MS);
  });
  try {
    return await Promise.race([prove(data.recaptchaSiteKey), silence]);
  } catch (error) {
    // The next try loads the script again.
    loading = null;
    throw error instanceof CallFailed ? error : new CallFailed(0, NOT_LOADED);
  } finally {
    clearTimeout(timer);
  }
}

async function prove(siteKey: string): Promise<string> {
  const recaptcha = await load(siteKey);
  return recaptcha.execute(siteKey, { action: 'sign_in' });
}

let loading: Promise<Recaptcha> | null = null;
let tries = 0;

function load(siteKey: string): Promise<Recaptcha> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    tries += 1;
    // Under the same address a browser would go on waiting for the script that hangs.
    const anew = tries > 1 ? `&try=${tries}` : '';
    script.src = `https://www.recaptcha.net/recaptcha/api.js?render=${encodeURIComponent(siteKey)}${anew}`;
    script.addEventListener('error', reject);
    script.addEventListener('load', () => {
      const { grecaptcha } = window as unknown as { grecaptcha: Recaptcha };
      grecaptcha.ready(() => resolve(grecaptcha));
    });
    document.head.append(script);
  });
  return loading;
}

import { readOperator } from '#contract/system.ts';
import { call, CallFailed } from './client.ts';
import { queryClient, readKey } from './use-call.ts';

/** reCAPTCHA is used only on the production host; elsewhere a fake token is sent (spec section 7). */
const FAKE_TOKEN = 'fake-recaptcha-token';

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
  try {
    const recaptcha = await load(data.recaptchaSiteKey);
    return await recaptcha.execute(data.recaptchaSiteKey, { action: 'sign_in' });
  } catch {
    loading = null;
    throw new CallFailed(0, 'Проверка reCAPTCHA не загрузилась. Отключите блокировщик и попробуйте ещё раз');
  }
}

let loading: Promise<Recaptcha> | null = null;

function load(siteKey: string): Promise<Recaptcha> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `https://www.recaptcha.net/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`;
    script.addEventListener('error', reject);
    script.addEventListener('load', () => {
      const { grecaptcha } = window as unknown as { grecaptcha: Recaptcha };
      grecaptcha.ready(() => resolve(grecaptcha));
    });
    document.head.append(script);
  });
  return loading;
}

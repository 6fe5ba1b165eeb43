import { CallFailed } from '../server/client.ts';

/** Until the server requires a captcha, and if none is configured, any token passes (spec section 7). */
export const FAKE_TOKEN = 'fake-recaptcha-token';

/** Timeout of a captcha's script and its answer together. It delays a code no longer than this. */
const TIMEOUT_MS = 30_000;
const SILENT = 'Проверка reCAPTCHA не отвечает. Отключите блокировщик или смените сеть и попробуйте ещё раз';
const NOT_LOADED = 'Проверка reCAPTCHA не загрузилась. Отключите блокировщик и попробуйте ещё раз';

/** The server wants a proof before it sends another code: its limits are near. */
export function isCaptchaAsked(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.fields.recaptchaToken !== undefined;
}

/** The part of Google's script that is used here. */
type Recaptcha = {
  ready: (then: () => void) => void;
  execute: (siteKey: string, about: { action: string }) => Promise<string>;
};

/** Proves to reCAPTCHA that a person signs in; it shows nothing. */
export async function runRecaptcha(siteKey: string): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, giveUp) => {
    timer = setTimeout(() => giveUp(new CallFailed(0, SILENT)), TIMEOUT_MS);
  });
  try {
    return await Promise.race([prove(siteKey), silence]);
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
    const src = `https://www.recaptcha.net/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`;
    addScript(src, reject, () => {
      const { grecaptcha } = window as unknown as { grecaptcha: Recaptcha };
      grecaptcha.ready(() => resolve(grecaptcha));
    });
  });
  return loading;
}

/** The part of Yandex's script that is used here. */
type Smartcaptcha = {
  render: (
    box: HTMLElement,
    about: { sitekey: string; hl: string; callback: (token: string) => void },
  ) => number;
  destroy: (widget: number) => void;
  subscribe: (widget: number, event: 'network-error', then: () => void) => () => void;
};

/** Shows the widget of Yandex SmartCaptcha in a box of the page. Returns what takes it away again. */
export function showSmartcaptcha(
  box: HTMLElement,
  siteKey: string,
  { onToken, onSilent }: { onToken: (token: string) => void; onSilent: () => void },
): () => void {
  let removeWidget = (): void => {};
  let left = false;
  loadSmartcaptcha().then((captcha) => {
    if (left) return;
    const widget = captcha.render(box, { sitekey: siteKey, hl: 'ru', callback: onToken });
    captcha.subscribe(widget, 'network-error', onSilent);
    removeWidget = () => captcha.destroy(widget);
  }, onSilent);
  return () => {
    left = true;
    removeWidget();
  };
}

let widgets: Promise<Smartcaptcha> | null = null;

function loadSmartcaptcha(): Promise<Smartcaptcha> {
  widgets ??= new Promise<Smartcaptcha>((resolve, reject) => {
    const timer = setTimeout(reject, TIMEOUT_MS);
    const ready = (): void => {
      clearTimeout(timer);
      resolve((window as unknown as { smartCaptcha: Smartcaptcha }).smartCaptcha);
    };
    Object.assign(window, { magistralCaptchaReady: ready });
    addScript(
      'https://smartcaptcha.cloud.yandex.ru/captcha.js?render=onload&onload=magistralCaptchaReady',
      reject,
    );
  }).catch((error: unknown) => {
    widgets = null;
    throw error;
  });
  return widgets;
}

function addScript(src: string, failed: (why: unknown) => void, loaded: () => void = () => {}): void {
  const script = document.createElement('script');
  tries += 1;
  // Under the same address a browser would go on waiting for the script that hangs.
  script.src = tries > 1 ? `${src}&try=${tries}` : src;
  script.addEventListener('error', failed);
  script.addEventListener('load', loaded);
  document.head.append(script);
}

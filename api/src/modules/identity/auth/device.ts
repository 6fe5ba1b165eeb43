/** «Chrome на Windows»: enough to know one's own device again. */
export function describeDevice(userAgent: string | null): string {
  const text = userAgent ?? '';
  const browser = BROWSERS.find(([sign]) => sign.test(text))?.[1];
  const system = SYSTEMS.find(([sign]) => sign.test(text))?.[1];
  if (browser && system) return `${browser} на ${system}`;
  return browser ?? (system ? `Браузер на ${system}` : text === '' ? 'Неизвестное устройство' : 'Программа');
}

/** The order is important: most browsers also call themselves Chrome and Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/YaBrowser\//, 'Яндекс Браузер'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Vivaldi\//, 'Vivaldi'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/MiuiBrowser\//, 'Mi Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/(Headless)?Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/[\d.]+.*Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** `203.0.113.7` → `203.0.113.0/24`, `2001:db8:1:2::7` → `2001:db8:1::/48`; empty where nothing is known. */
export function toIpNetwork(ip: string | null): string {
  const plain = (ip ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const [a, b, c] = /^\d{1,3}(\.\d{1,3}){3}$/.test(plain) ? plain.split('.') : [];
  if (a !== undefined) return `${a}.${b}.${c}.0/24`;
  if (!plain.includes(':')) return '';
  const [head = '', tail] = plain.toLowerCase().split('::');
  const first = head === '' ? [] : head.split(':');
  const gap = tail === undefined ? 0 : 8 - first.length - (tail === '' ? 0 : tail.split(':').length);
  const groups = [...first, ...Array<string>(Math.max(0, gap)).fill('0'), ...(tail?.split(':') ?? [])];
  const prefix = groups.slice(0, 3).map((group) => group.replace(/^0+(?=.)/, ''));
  while (prefix.at(-1) === '0') prefix.pop();
  return `${prefix.join(':')}::/48`;
}

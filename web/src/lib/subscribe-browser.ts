/** Why a browser gets no pushes. `home`: on an iPhone only a page that was put on the home screen may. */
export type PushObstacle = 'home' | 'unsupported' | 'refused' | 'failed';

export interface BrowserSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Asks the person and the browser's own push service; `key`: by which it knows our pushes. */
export async function subscribeBrowser(key: string): Promise<BrowserSubscription | PushObstacle> {
  const obstacle = findObstacle();
  if (obstacle) return obstacle;
  try {
    if ((await Notification.requestPermission()) !== 'granted') return 'refused';
    await navigator.serviceWorker.register('/service-worker.js');
    const { pushManager } = await navigator.serviceWorker.ready;
    const subscription = await subscribe(pushManager, key);
    const { p256dh, auth } = subscription.toJSON().keys ?? {};
    return p256dh && auth ? { endpoint: subscription.endpoint, p256dh, auth } : 'failed';
  } catch {
    return 'failed';
  }
}

function findObstacle(): PushObstacle | null {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)
    return Notification.permission === 'denied' ? 'refused' : null;
  return isApplePhone() ? 'home' : 'unsupported';
}

/** One for another key, of an earlier set-up, is in the way. */
async function subscribe(manager: PushManager, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(options);
  } catch (failure) {
    const other = await manager.getSubscription();
    if (!other) throw failure;
    await other.unsubscribe();
    return manager.subscribe(options);
  }
}

/** An iPad calls itself a Mac, but has a touch screen. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

const BROWSERS: readonly [RegExp, string][] = [
  [/YaBrowser/, 'Яндекс Браузер'],
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** «Chrome на Windows». */
export function describeBrowser(userAgent = navigator.userAgent): string {
  const find = (list: readonly [RegExp, string][]) => list.find(([sign]) => sign.test(userAgent))?.[1];
  return [find(BROWSERS) ?? 'Браузер', find(SYSTEMS)].filter(Boolean).join(' на ');
}

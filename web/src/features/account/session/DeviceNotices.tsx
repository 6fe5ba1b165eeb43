import { useEffect, useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { clockDifference, onClockCorrected, serverNow } from '../../../lib/server-clock.ts';
import { useSessionUnkept } from '../../../server/session.ts';
import { showToast } from '../../../ui/layers/Toast.tsx';

/** From this difference on the user is warned, because days and documents of another day would be puzzling. */
const FAR_MS = 24 * 3_600_000;

/** Warns once a page about problems of the device itself: its clock is wrong, or it stores nothing. */
export function DeviceNotices() {
  const unkept = useSessionUnkept();
  const wrongClock = useWrongClock();
  useEffect(() => {
    if (unkept)
      showToast({
        tone: 'wait',
        title: 'Браузер не хранит данные сайта',
        message: 'После обновления страницы придётся войти снова. Разрешите хранение или освободите место.',
      });
  }, [unkept]);
  useEffect(() => {
    if (wrongClock)
      showToast({
        tone: 'wait',
        title: 'Часы этого устройства идут неверно',
        message: `Портал считает по своим: сейчас ${formatDate(serverNow(), 'datetime')} по Москве. Поправьте дату на устройстве.`,
      });
  }, [wrongClock]);
  return null;
}

function useWrongClock(): boolean {
  const [wrong, setWrong] = useState(isFar);
  useEffect(() => onClockCorrected(() => setWrong(isFar())), []);
  return wrong;
}

function isFar(): boolean {
  return Math.abs(clockDifference() ?? 0) >= FAR_MS;
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { showSmartcaptcha } from '../../../state/captcha.ts';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Stack } from '../../../ui/Stack.tsx';

type Props = { siteKey: string; onToken: (token: string) => void };

/** The widget of Yandex SmartCaptcha; it stands on the page only while the server asks for it. */
export function CaptchaBox({ siteKey, onToken }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [silent, setSilent] = useState(false);
  const proven = useEffectEvent(onToken);
  useEffect(() => {
    if (!box.current) return;
    return showSmartcaptcha(box.current, siteKey, {
      onToken: (token) => proven(token),
      onSilent: () => setSilent(true),
    });
  }, [siteKey]);
  return (
    <Stack gap="2">
      <p>С этого номера или из вашей сети код запрашивали много раз. Подтвердите, что вы не робот.</p>
      {silent ? (
        <Notice tone="error">
          Проверка Yandex SmartCaptcha не загрузилась. Отключите блокировщик, обновите страницу и попробуйте
          ещё раз
        </Notice>
      ) : (
        <div ref={box} role="group" aria-label="Проверка, что вы не робот" />
      )}
      <p className="type-fine ink-2">
        Проверку ведёт Yandex SmartCaptcha: Яндекс получает данные о браузере.
      </p>
    </Stack>
  );
}

import { DevPhone } from '../features/public/dev/DevPhone.tsx';
import { DevPump } from '../features/public/dev/DevPump.tsx';
import { EmbeddedBank } from '../features/public/dev/EmbeddedBank.tsx';
import { EmbeddedEdm } from '../features/public/dev/EmbeddedEdm.tsx';
import { MailOutbox } from '../features/public/dev/MailOutbox.tsx';
import { PartGallery } from '../features/public/parts/PartGallery.tsx';
import { PageTitle } from '../ui/text/PageTitle.tsx';
import { Stack } from '../ui/Stack.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** `/dev/phone`: shows what a phone would have got from a development machine. */
export function DevPhonePage() {
  return (
    <PublicFrame title="Телефон разработчика">
      <Stack gap="3">
        <PageTitle note="Сообщения, которые никуда не ушли: СМС, письма, чаты и уведомления браузера">
          Телефон разработчика
        </PageTitle>
        <DevPhone />
      </Stack>
    </PublicFrame>
  );
}

/** `/dev/bank?order=…`: the payer's bank on a development machine. */
export function DevBankPage() {
  return (
    <PublicFrame title="Банк разработчика">
      <Stack gap="3">
        <PageTitle note="Вместо приложения банка: деньги не настоящие">Банк разработчика</PageTitle>
        <EmbeddedBank />
      </Stack>
    </PublicFrame>
  );
}

/** `/dev/edm`: the operator of electronic documents of a development machine. */
export function DevEdmPage() {
  return (
    <PublicFrame title="ЭДО разработчика">
      <Stack gap="3">
        <PageTitle note="Вместо кабинета оператора: ответьте за покупателя">ЭДО разработчика</PageTitle>
        <EmbeddedEdm />
      </Stack>
    </PublicFrame>
  );
}

/** `/dev/pump`: a pump of a simulated station, for a demonstration on two phones. */
export function DevPumpPage() {
  return (
    <PublicFrame title="Колонка разработчика">
      <Stack gap="3">
        <PageTitle note="Учебная АЗС спрашивает портал, прежде чем отпустить топливо">
          Колонка разработчика
        </PageTitle>
        <DevPump />
      </Stack>
    </PublicFrame>
  );
}

/** `/dev/mail`: shows the emails of a development machine. */
export function DevMailPage() {
  return (
    <PublicFrame title="Почта разработчика">
      <Stack gap="3">
        <PageTitle note="Письма, которые не ушли на почтовый сервер">Почта разработчика</PageTitle>
        <MailOutbox />
      </Stack>
    </PublicFrame>
  );
}

/** `/dev/parts`: the parts that screens are made of, for those who build or review them. */
export function DevPartsPage() {
  return (
    <PublicFrame title="Части интерфейса">
      <Stack gap="3">
        <PageTitle note="Оформление переключается внизу страницы">Части интерфейса</PageTitle>
        <PartGallery />
      </Stack>
    </PublicFrame>
  );
}

import { CardFace } from '../../ui/CardFace.tsx';
import { Countdown } from '../../ui/Countdown.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Meter, ProgressBar, SegmentKey, StackedBar } from '../../ui/Meter.tsx';
import { Litres, Money, NoMoney } from '../../ui/Money.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { Sample, Samples } from './Sample.tsx';

/** Samples of figures that are read at a glance. */
export function FigureSamples() {
  return (
    <>
      <Samples parts="Money, Litres, NoMoney, DateText, Countdown">
        <Sample state="Главная, в заголовке, в тексте">
          <Money value={834_089.99} size="figure" />
          <Money value={41_000} size="title" />
          <p>
            <Money value={-1_500.5} signed />, <Money value={300} signed />, <NoMoney />,{' '}
            <Litres value={1234.5} />
          </p>
        </Sample>
        <Sample state="Дата, время, месяц">
          <p>
            <DateText value="2026-11-25" />, <DateText value="2026-11-25T11:20:00Z" style="datetime" />,{' '}
            <DateText value="2026-11" style="month" />
          </p>
        </Sample>
        <Sample state="Отсчёт">
          <Countdown secondsLeft={42} />
        </Sample>
      </Samples>
      <Samples parts="Meter, ProgressBar, StackedBar, SegmentKey">
        <Sample state="Почти пусто, полно">
          <Meter value={3000} max={20_000} label="Лимит карты" valueText="осталось 17 000 ₽ из 20 000 ₽" />
          <Meter
            value={17_000}
            max={20_000}
            label="Лимит на исходе"
            valueText="осталось 3 000 ₽ из 20 000 ₽"
          />
          <Meter value={20_000} max={20_000} label="Лимит исчерпан" valueText="осталось 0 ₽ из 20 000 ₽" />
        </Sample>
        <Sample state="Ход: 40 %, неизвестен">
          <ProgressBar label="Загрузка выписки" value={0.4} />
          <ProgressBar label="Собирается архив" />
        </Sample>
        <Sample state="Доли сетей">
          <div>
            <StackedBar
              label="Где средства"
              segments={[
                { key: 'rn', label: 'РН-Карт', value: 41, tone: 'rn' },
                { key: 'gpn', label: 'Газпромнефть', value: 45, tone: 'gpn' },
                { key: 'third', label: 'Татнефть', value: 28, tone: 'third' },
                { key: 'other', label: 'Другие АЗС', value: 14, tone: 'other' },
                { key: 'cards', label: 'На картах', value: 186, tone: 'ink' },
                { key: 'free', label: 'Нераспределённые', value: 834, tone: 'free' },
                { key: 'credit', label: 'Кредит', value: 500, tone: 'credit' },
              ]}
            />
          </div>
          <p>
            <SegmentKey tone="rn" /> РН-Карт
          </p>
        </Sample>
      </Samples>
      <Samples parts="StatusWord">
        <Sample state="Все тона">
          <StatusLabel tone="go">Активна</StatusLabel>
          <StatusLabel tone="stop">Отклонена</StatusLabel>
          <StatusLabel tone="locked">Заблокирована</StatusLabel>
          <StatusLabel tone="wait">В обработке</StatusLabel>
          <StatusLabel tone="neutral">Не настроена</StatusLabel>
        </Sample>
      </Samples>
      <Samples parts="QrCode">
        <Sample state="С подписью">
          <QrCode
            qr={{ size: 3, path: 'M0 0h1v1h-1zM2 0h1v1h-1zM1 1h1v1h-1zM0 2h1v1h-1zM2 2h1v1h-1z' }}
            label="QR-код для приложения"
            caption="Наведите камеру в приложении"
          />
        </Sample>
      </Samples>
      <Samples parts="CardFace, Logo">
        <Sample state="Большая, маленькая, недействующая, в строке">
          <CardFace
            tone="gpn"
            title="Газпромнефть"
            lastFour="4821"
            size="large"
            holder="Scania R450 А 925 КР 790"
          />
          <CardFace tone="rn" title="РН-Карт" lastFour="4000" size="small" />
          <CardFace tone="third" title="Татнефть" lastFour="1234" size="small" dimmed />
          <CardFace tone="other" title="Другие АЗС" lastFour="0007" size="chip" />
        </Sample>
        <Sample state="Знак с именем, один знак">
          <Logo />
          <Logo sign />
        </Sample>
      </Samples>
    </>
  );
}

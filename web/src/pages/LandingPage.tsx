import { PROGRAMME_MARKS } from '#contract/programme/landing-marks.ts';
import { AdvantageBlocks, OrderAgain } from '../features/public/landing/AdvantageBlocks.tsx';
import { HeaderActions } from '../features/public/landing/HeaderActions.tsx';
import { Hero } from '../features/public/landing/Hero.tsx';
import { PART } from '../features/public/landing/landing-parts.ts';
import { LastCall, Questions, RoadToCard } from '../features/public/landing/LandingSections.tsx';
import { NoticePopover } from '../features/public/landing/NoticePopover.tsx';
import { SavingCalculator } from '../features/public/landing/SavingCalculator.tsx';
import { StationsProof } from '../features/public/landing/StationsProof.tsx';
import { ANONYMOUS, visitorLinks } from '../features/public/landing/visitor-links.ts';
import type { LandingOperator } from '../features/public/landing/landing-data.ts';
import { PublicLayout } from '../layouts/PublicLayout.tsx';
import { legalLine, LETTERS, PUBLIC_DOCUMENTS } from '../public-documents.ts';
import { SchemeChoice } from '../ui/SchemeChoice.tsx';
import { ExternalLink } from '../ui/text/TextLink.tsx';

const NAV = [
  { title: 'Заправки', href: '#stations' },
  { title: 'Возможности', href: '#advantages' },
  { title: 'Как получить', href: '#how-to' },
] as const;

/**
 * `/`: can be read in ten seconds, then gives its proof (spec sections 1 and 2). Rendered at build time; no script
 * renders it again.
 */
export function LandingPage({ operator }: { operator: LandingOperator }) {
  const { chatUrl, supportHours } = operator;
  return (
    <PublicLayout
      sticky
      nav={NAV}
      actions={<HeaderActions {...visitorLinks(ANONYMOUS)} chatUrl={chatUrl} compact />}
      operator={{ ...operator, documents: PUBLIC_DOCUMENTS, legal: legalLine(operator.requisites) }}
      moreDocuments={LETTERS}
      supportHours={supportHours}
      chat={
        chatUrl && (
          <ExternalLink href={chatUrl} target="_blank">
            Задать вопрос в чате
          </ExternalLink>
        )
      }
      footerExtra={
        <div {...PART.colours.mark} hidden>
          <SchemeChoice value="auto" />
        </div>
      }
      // No consent is needed, because the browser stores no more than the portal works with.
      footerNote="Без счётчиков. Cookie одна: по ней вход узнаёт устройство. Браузер хранит вход в кабинет, последние остатки, черновик заявки и оформление."
    >
      <Hero networks={operator.partners} />
      <StationsProof />
      <AdvantageBlocks />
      <SavingCalculator />
      <OrderAgain />
      <RoadToCard />
      <Questions />
      <LastCall phone={operator.phone} supportHours={supportHours} />
      <NoticePopover
        id="holiday-notice"
        title={PROGRAMME_MARKS.noticeTitle}
        text={PROGRAMME_MARKS.noticeText}
        data={{
          ...PART.holiday.mark,
          'data-from': PROGRAMME_MARKS.noticeFrom,
          'data-to': PROGRAMME_MARKS.noticeTo,
        }}
      />
    </PublicLayout>
  );
}

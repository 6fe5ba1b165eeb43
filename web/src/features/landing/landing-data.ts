import type { HolidayNotice } from './holiday-notice.ts';

/** A network as the operator's file has it. */
export type Network = { key: string; title: string; active: boolean; cardPriceRubles: number };

/** What of the operator's file visitors are told. */
export type LandingOperator = {
  name: string;
  phone: string;
  email: string;
  chatUrl: string;
  requisites: { name: string };
  partners: readonly Network[];
  holidayNotice?: HolidayNotice | null | undefined;
};

/** What the landing page is drawn from. */
export type LandingParts = {
  operator: LandingOperator;
  /** Address of the page's script. */
  script: string;
};

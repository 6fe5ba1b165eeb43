/** A network as in the operator's file. */
export type Network = { key: string; title: string; active: boolean; cardPriceRubles: number };

/** The part of the operator's file that visitors may see. */
export type LandingOperator = {
  name: string;
  phone: string;
  email: string;
  chatUrl: string;
  supportHours: string;
  address: string;
  requisites: { name: string; inn: string };
  partners: readonly Network[];
};

/** Data that the landing page is rendered from. */
export type LandingParts = {
  operator: LandingOperator;
  /** The URL of the page's script. */
  script: string;
};

/** Where shippers put lots of freight up for tender. May throw TenderBoardUnavailable. */
export interface TenderBoard {
  /** How many lots are open now. */
  countLots(): Promise<number>;
}

export class TenderBoardUnavailable extends Error {
  override readonly name = 'TenderBoardUnavailable';
}

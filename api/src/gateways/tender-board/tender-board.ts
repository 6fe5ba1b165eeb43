/** A board where shippers put lots of freight up for tender. May throw TenderBoardUnavailable. */
export interface TenderBoard {
  /** Returns the number of open lots. */
  countLots(): Promise<number>;
}

export class TenderBoardUnavailable extends Error {
  override readonly name = 'TenderBoardUnavailable';
}

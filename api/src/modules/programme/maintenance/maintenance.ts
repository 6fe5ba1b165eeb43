export interface MaintenanceRecord {
  /** 0 for everything. */
  partnerId: number;
  message: string;
  startsAt: Date;
  endsAt: Date;
}

export interface CurrentMaintenance extends MaintenanceRecord {
  /** That of the other networks; empty for everything. */
  others: MaintenanceRecord[];
}

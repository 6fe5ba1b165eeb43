import { StationLoads } from '../../features/staff-stations/StationLoads.tsx';

/** /staff/stations: the list of stations, loaded from a file. */
export default function StationsPage() {
  return <StationLoads />;
}

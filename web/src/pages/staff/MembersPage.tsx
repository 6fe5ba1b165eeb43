import { MemberList } from '../../features/members/MemberList.tsx';

/** /staff/members: the programme's own people. */
export default function MembersPage() {
  return <MemberList />;
}

import { OperationList } from '../../features/operations/OperationList.tsx';

/** /cabinet/card-transactions: «Последние транзакции», of one card or of all. */
export default function CardTransactionsPage() {
  return <OperationList />;
}

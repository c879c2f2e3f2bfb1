import { Navigate } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useAddress } from '../../shared/ui/address';

/** The page of payments, by the name that bookkeepers look for. */
export function Page(): ReactNode {
  const [search] = useAddress();
  return <Navigate to="/payments" search={search} replace />;
}

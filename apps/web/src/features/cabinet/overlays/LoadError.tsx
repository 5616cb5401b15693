import type { UseQueryResult } from '@tanstack/react-query'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { cabinetTexts } from '../../../texts/cabinet.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { Stack } from '@nerdify/ui/page/Layout.tsx'

/** Why a query failed, with a retry. */
export const LoadError = ({ query: { error, isFetching, refetch } }: { query: UseQueryResult }) =>
  error !== null && (
    <Stack gap={3}>
      <ErrorText role="alert">{failureText(error)}</ErrorText>
      <div>
        <Button busy={isFetching && cabinetTexts.loadingMore} onClick={() => void refetch()}>
          {cabinetTexts.tryAgain}
        </Button>
      </div>
    </Stack>
  )

import { apiPaths } from '@nerdify/contract/api-paths.ts'

/** Where the SMS provider reports what became of a message. */
export function smsReportUrl({ publicUrl }: { publicUrl: string }, messageId: string): string {
  return publicUrl + apiPaths.smsReports(messageId)
}

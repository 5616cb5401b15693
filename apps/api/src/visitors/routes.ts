import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { ErrorBody } from '@nerdify/contract/error-body.ts'
import { VisitorAnswer, VisitorQuery } from '@nerdify/contract/visitors.ts'
import { Type } from 'typebox'
import type { App } from '../http/app-type.ts'
import type { AppContext } from '../app-context.ts'

/** Routes for a page before sign-in (API-08). */
export function visitorRoutes(app: App, { settings, geo }: Pick<AppContext, 'settings' | 'geo'>): void {
  const analytics = new URL(settings.analyticsUrl)
  const isElsewhere = settings.analyticsUrl !== settings.publicUrl

  app.get(
    apiPaths.visitor(),
    {
      config: { who: 'anyone' },
      schema: {
        summary: 'Where the visitor is, by their address',
        querystring: VisitorQuery,
        response: { 200: VisitorAnswer, 307: Type.Null(), '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      // Visitors may share a proxy, so no cache may keep the answer.
      reply.header('cache-control', 'no-store')
      if (isElsewhere && request.host !== analytics.host) {
        return reply.redirect(settings.analyticsUrl + request.url, 307)
      }
      // The web app may have another origin than the analytics host.
      if (isElsewhere) {
        reply.headers({
          'access-control-allow-origin': settings.publicUrl,
          'cross-origin-resource-policy': 'cross-origin',
        })
      }
      const { tag } = settings
      return {
        country_code: geo.regionOf(request.ip)?.slice(0, 2) ?? null,
        ...(tag !== undefined && { tag }),
      }
    },
  )
}

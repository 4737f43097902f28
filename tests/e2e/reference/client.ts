// A client of the API with the types of the generated document only.
import type { components, operations, paths } from "./kith";

type Post = components["schemas"]["Post"];
type Body<Operation extends keyof operations> = operations[Operation] extends {
  requestBody: { content: { "application/json": infer Content } };
}
  ? Content
  : never;
type Answer<Operation extends keyof operations> = operations[Operation] extends {
  responses: { 200: { content: { "application/json": infer Content } } };
}
  ? Content
  : never;
type Query = NonNullable<paths["/v1/posts"]["get"]["parameters"]["query"]>;

const ask: Body<"post_create"> = {
  kind: "idea",
  title: "A loom that reads",
  body: "Who weaves?",
  tags: ["hardware"],
  publishTo: { orgSlugs: [], public: true },
};

// @ts-expect-error: an unknown kind is rejected
const wrong: Body<"post_create"> = { ...ask, kind: "joke" };

async function call<Content>(path: string, init?: RequestInit): Promise<Content> {
  const answer = await fetch(path, init);
  if (!answer.ok) {
    const problem = (await answer.json()) as components["schemas"]["Problem"];
    throw new Error(`${problem.code}: ${problem.detail ?? problem.title}`);
  }
  return (await answer.json()) as Content;
}

export async function titles(query: Query): Promise<string[]> {
  const made = await call<Answer<"post_create">>("/v1/posts", {
    method: "POST",
    body: JSON.stringify(wrong === ask ? wrong : ask),
  });
  const page = await call<Answer<"post_list">>(`/v1/posts?limit=${query.limit ?? 25}`);
  const items: Post[] = [made, ...page.items];
  const next: string | null = page.nextCursor;
  return items.map((post) => `${post.title} ${post.authorHandle ?? "?"} ${next ?? ""}`);
}

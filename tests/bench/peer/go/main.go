// The same four endpoints, written idiomatically with net/http and pgx. The statements
// are those that Kith runs (the file PEER_SQL), and the answers have the same shape.
package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"math"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	alphabet   = "0123456789abcdefghjkmnpqrstvwxyz"
	timeFormat = "2006-01-02T15:04:05.000Z"
	pageItems  = 25
	bodyBytes  = 64 * 1024
)

type org struct {
	Slug string  `json:"slug"`
	Name string  `json:"name"`
	Logo *string `json:"logo"`
}

type targets struct {
	Orgs   []org `json:"orgs"`
	Public bool  `json:"public"`
}

type post struct {
	ID           string   `json:"id"`
	AuthorUserID string   `json:"authorUserId"`
	AuthorHandle *string  `json:"authorHandle"`
	AuthorName   string   `json:"authorName"`
	AuthorImage  *string  `json:"authorImage"`
	Kind         string   `json:"kind"`
	Title        string   `json:"title"`
	Body         string   `json:"body"`
	Tags         []string `json:"tags"`
	Photo        *string  `json:"photo"`
	Status       string   `json:"status"`
	Expired      bool     `json:"expired"`
	ExpiresAt    *string  `json:"expiresAt"`
	Targets      targets  `json:"targets"`
	CanEdit      bool     `json:"canEdit"`
	CreatedAt    string   `json:"createdAt"`
	UpdatedAt    string   `json:"updatedAt"`

	key         [16]byte
	created     time.Time
	targetCount int32
}

type page struct {
	Items      []*post `json:"items"`
	NextCursor *string `json:"nextCursor"`
}

type profile struct {
	Handle      *string         `json:"handle"`
	Headline    *string         `json:"headline"`
	Bio         *string         `json:"bio"`
	Roles       []string        `json:"roles"`
	Skills      []string        `json:"skills"`
	LookingFor  []string        `json:"lookingFor"`
	Affiliation *string         `json:"affiliation"`
	Program     *string         `json:"program"`
	Location    *string         `json:"location"`
	Links       json.RawMessage `json:"links"`
	Visibility  *string         `json:"visibility"`
	CreatedAt   string          `json:"createdAt"`
	UpdatedAt   string          `json:"updatedAt"`
}

type account struct {
	ID               string   `json:"id"`
	Email            string   `json:"email"`
	Name             string   `json:"name"`
	Image            *string  `json:"image"`
	Handle           *string  `json:"handle"`
	MembershipStatus string   `json:"membershipStatus"`
	Role             string   `json:"role"`
	Profile          *profile `json:"profile"`
}

type input struct {
	Kind      string   `json:"kind"`
	Title     string   `json:"title"`
	Body      string   `json:"body"`
	Tags      []string `json:"tags"`
	PublishTo struct {
		Public bool `json:"public"`
	} `json:"publishTo"`
}

type caller struct {
	member [16]byte
	until  time.Time
}

type server struct {
	pool  *pgxpool.Pool
	sql   map[string]string
	known sync.Map
}

func idOf(prefix string, uuid [16]byte) string {
	text := make([]byte, 0, 26)
	bits, value := 2, uint(0)
	for _, one := range uuid {
		value = value<<8 | uint(one)
		bits += 8
		for bits >= 5 {
			bits -= 5
			text = append(text, alphabet[value>>bits&31])
		}
		value &= 1<<bits - 1
	}
	return prefix + "_" + string(text)
}

func uuidOf(id string) (uuid [16]byte, ok bool) {
	_, text, found := strings.Cut(id, "_")
	if !found || len(text) != 26 {
		return uuid, false
	}
	bits, value, at := -2, uint(0), 0
	for i := range len(text) {
		digit := strings.IndexByte(alphabet, text[i])
		if digit < 0 {
			return uuid, false
		}
		value = value<<5 | uint(digit)
		bits += 5
		if bits >= 8 {
			bits -= 8
			uuid[at] = byte(value >> bits)
			value &= 1<<bits - 1
			at++
		}
	}
	return uuid, true
}

func uuid7() (uuid [16]byte) {
	_, _ = rand.Read(uuid[:])
	ms := uint64(time.Now().UnixMilli())
	for i := range 6 {
		uuid[i] = byte(ms >> (40 - 8*i))
	}
	uuid[6] = uuid[6]&0x0f | 0x70
	uuid[8] = uuid[8]&0x3f | 0x80
	return uuid
}

func instant(at pgtype.Timestamptz) *string {
	if !at.Valid {
		return nil
	}
	text := at.Time.UTC().Format(timeFormat)
	return &text
}

func (s *server) resolve(r *http.Request) (member [16]byte, ok bool) {
	token, found := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !found {
		return member, false
	}
	hash := sha256.Sum256([]byte(token))
	if one, known := s.known.Load(hash); known && one.(caller).until.After(time.Now()) {
		return one.(caller).member, true
	}
	rows, err := s.pool.Query(r.Context(), s.sql["resolve"], hex.EncodeToString(hash[:]), 32)
	if err != nil {
		return member, false
	}
	defer rows.Close()
	for i, field := range rows.FieldDescriptions() {
		if field.Name == "member" && rows.Next() {
			values, err := rows.Values()
			if err != nil {
				return member, false
			}
			member = values[i].([16]byte)
			s.known.Store(hash, caller{member, time.Now().Add(time.Second)})
			return member, true
		}
	}
	return member, false
}

func scanPost(rows pgx.Rows) (*post, error) {
	one := &post{Targets: targets{Orgs: []org{}}}
	var author [16]byte
	var expires, created, updated pgtype.Timestamptz
	err := rows.Scan(&one.key, &author, &one.AuthorHandle, &one.AuthorName, &one.AuthorImage,
		&one.Kind, &one.Title, &one.Body, &one.Tags, &one.Photo, &one.Status, &one.Expired,
		&expires, &one.Targets.Public, &one.CanEdit, &created, &updated, &one.targetCount)
	one.ID, one.AuthorUserID = idOf("post", one.key), idOf("usr", author)
	one.ExpiresAt, one.created = instant(expires), created.Time
	one.CreatedAt, one.UpdatedAt = *instant(created), *instant(updated)
	return one, err
}

func (s *server) posts(ctx context.Context, member [16]byte, name string, values ...any) ([]*post, error) {
	rows, err := s.pool.Query(ctx, s.sql[name], values...)
	if err != nil {
		return nil, err
	}
	found := make([]*post, 0, pageItems+1)
	for rows.Next() {
		one, err := scanPost(rows)
		if err != nil {
			rows.Close()
			return nil, err
		}
		found = append(found, one)
	}
	rows.Close()
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return found, s.addOrgs(ctx, member, found)
}

func (s *server) addOrgs(ctx context.Context, member [16]byte, posts []*post) error {
	with := map[[16]byte]*post{}
	ids := [][16]byte{}
	for _, one := range posts[:min(len(posts), pageItems)] {
		if one.targetCount > 0 {
			with[one.key] = one
			ids = append(ids, one.key)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	rows, err := s.pool.Query(ctx, s.sql["orgs"], member, ids)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var item [16]byte
		var one org
		if err := rows.Scan(&item, &one.Slug, &one.Name, &one.Logo); err != nil {
			return err
		}
		with[item].Targets.Orgs = append(with[item].Targets.Orgs, one)
	}
	return rows.Err()
}

func answer(w http.ResponseWriter, value any, err error) {
	if err != nil {
		log.Print(err)
		http.Error(w, `{"code":"internal_error"}`, http.StatusInternalServerError)
		return
	}
	text, err := json.Marshal(value)
	if err != nil {
		http.Error(w, `{"code":"internal_error"}`, http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text)
}

func (s *server) list(w http.ResponseWriter, r *http.Request, member [16]byte) {
	latest := time.Date(9999, 12, 31, 23, 59, 59, 999000000, time.UTC)
	var last [16]byte
	for i := range last {
		last[i] = math.MaxUint8
	}
	found, err := s.posts(r.Context(), member, "feed", member, latest, last, pageItems+1)
	result := page{Items: found}
	if len(found) > pageItems {
		result.Items = found[:pageItems]
		end := found[pageItems-1]
		cursor := base64.RawURLEncoding.EncodeToString(
			fmt.Appendf(nil, "%d %s", end.created.UnixMicro(), end.ID))
		result.NextCursor = &cursor
	}
	answer(w, result, err)
}

func (s *server) get(w http.ResponseWriter, r *http.Request, member [16]byte) {
	id, ok := uuidOf(r.PathValue("id"))
	if !ok {
		http.NotFound(w, r)
		return
	}
	found, err := s.posts(r.Context(), member, "post", member, id)
	if err == nil && len(found) == 0 {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		answer(w, nil, err)
		return
	}
	answer(w, found[0], nil)
}

func (s *server) me(w http.ResponseWriter, r *http.Request, member [16]byte) {
	var one account
	var own profile
	var id [16]byte
	var onboarded bool
	var created, updated pgtype.Timestamptz
	err := s.pool.QueryRow(r.Context(), s.sql["me"], member).Scan(&id, &one.Email, &one.Name,
		&one.Image, &one.Handle, &one.MembershipStatus, &one.Role, &onboarded, &own.Handle,
		&own.Headline, &own.Bio, &own.Roles, &own.Skills, &own.LookingFor, &own.Affiliation, &own.Program,
		&own.Location, &own.Links, &own.Visibility, &created, &updated)
	one.ID = idOf("usr", id)
	if onboarded {
		own.CreatedAt, own.UpdatedAt = *instant(created), *instant(updated)
		one.Profile = &own
	}
	answer(w, one, err)
}

func (s *server) create(w http.ResponseWriter, r *http.Request, member [16]byte) {
	var in input
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, bodyBytes))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&in); err != nil || len(in.Title) < 3 || len(in.Title) > 140*4 ||
		len(in.Body) > 4000*4 || len(in.Tags) > 10 {
		http.Error(w, `{"code":"validation_failed"}`, http.StatusUnprocessableEntity)
		return
	}
	if in.Tags == nil {
		in.Tags = []string{}
	}
	found, err := s.posts(r.Context(), member, "create", member, uuid7(), in.Kind, in.Title,
		in.Body, in.Tags, nil, in.PublishTo.Public, [][16]byte{})
	if err != nil {
		answer(w, nil, err)
		return
	}
	answer(w, found[0], nil)
}

func (s *server) with(handle func(http.ResponseWriter, *http.Request, [16]byte)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		// A client that disconnects does not close a database connection.
		r = r.WithContext(context.WithoutCancel(r.Context()))
		member, ok := s.resolve(r)
		if !ok {
			http.Error(w, `{"code":"invalid_token"}`, http.StatusUnauthorized)
			return
		}
		handle(w, r, member)
	}
}

func main() {
	config, err := pgxpool.ParseConfig(os.Getenv("PEER_DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	config.MaxConns = 8
	s := &server{}
	if s.pool, err = pgxpool.NewWithConfig(context.Background(), config); err != nil {
		log.Fatal(err)
	}
	text, err := os.ReadFile(os.Getenv("PEER_SQL"))
	if err == nil {
		err = json.Unmarshal(text, &s.sql)
	}
	if err != nil {
		log.Fatal(err)
	}
	routes := http.NewServeMux()
	routes.HandleFunc("GET /v1/posts", s.with(s.list))
	routes.HandleFunc("POST /v1/posts", s.with(s.create))
	routes.HandleFunc("GET /v1/posts/{id}", s.with(s.get))
	routes.HandleFunc("GET /v1/me", s.with(s.me))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PEER_PORT"), routes))
}

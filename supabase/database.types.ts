export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  public: {
    Tables: {
      contact_messages: {
        Row: {
          created_at: string
          email: string
          id: string
          message: string
          name: string
          sender: string | null
        }
        Insert: {
          created_at?: string
          email: string
          id?: string
          message: string
          name: string
          sender?: string | null
        }
        Update: {
          created_at?: string
          email?: string
          id?: string
          message?: string
          name?: string
          sender?: string | null
        }
        Relationships: []
      }
      name_list_invitations: {
        Row: {
          created_at: string
          id: string
          list_id: string
          once: boolean
          token_hash: string
          used_at: string | null
        }
        Insert: {
          created_at?: string
          id?: string
          list_id: string
          once?: boolean
          token_hash: string
          used_at?: string | null
        }
        Update: {
          created_at?: string
          id?: string
          list_id?: string
          once?: boolean
          token_hash?: string
          used_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "name_list_invitations_list_id_fkey"
            columns: ["list_id"]
            isOneToOne: false
            referencedRelation: "name_lists"
            referencedColumns: ["id"]
          },
        ]
      }
      name_list_items: {
        Row: {
          added_at: string
          list_id: string
          name: string
        }
        Insert: {
          added_at?: string
          list_id: string
          name: string
        }
        Update: {
          added_at?: string
          list_id?: string
          name?: string
        }
        Relationships: [
          {
            foreignKeyName: "name_list_items_list_id_fkey"
            columns: ["list_id"]
            isOneToOne: false
            referencedRelation: "name_lists"
            referencedColumns: ["id"]
          },
        ]
      }
      name_list_members: {
        Row: {
          called: string
          joined_at: string
          list_id: string
          user_id: string
        }
        Insert: {
          called?: string
          joined_at?: string
          list_id: string
          user_id?: string
        }
        Update: {
          called?: string
          joined_at?: string
          list_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "name_list_members_list_id_fkey"
            columns: ["list_id"]
            isOneToOne: false
            referencedRelation: "name_lists"
            referencedColumns: ["id"]
          },
        ]
      }
      name_lists: {
        Row: {
          created_at: string
          created_by: string | null
          id: string
          title: string
        }
        Insert: {
          created_at?: string
          created_by?: string | null
          id?: string
          title: string
        }
        Update: {
          created_at?: string
          created_by?: string | null
          id?: string
          title?: string
        }
        Relationships: []
      }
      name_votes: {
        Row: {
          list_id: string
          name: string
          note: string
          rating: number | null
          user_id: string
          vote: string | null
          voted_at: string
        }
        Insert: {
          list_id: string
          name: string
          note?: string
          rating?: number | null
          user_id?: string
          vote?: string | null
          voted_at?: string
        }
        Update: {
          list_id?: string
          name?: string
          note?: string
          rating?: number | null
          user_id?: string
          vote?: string | null
          voted_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "name_votes_list_id_name_fkey"
            columns: ["list_id", "name"]
            isOneToOne: false
            referencedRelation: "name_list_items"
            referencedColumns: ["list_id", "name"]
          },
          {
            foreignKeyName: "name_votes_list_id_user_id_fkey"
            columns: ["list_id", "user_id"]
            isOneToOne: false
            referencedRelation: "name_list_members"
            referencedColumns: ["list_id", "user_id"]
          },
        ]
      }
      name_votes_seen: {
        Row: {
          list_id: string
          name: string
          seen_at: string
          seen_by: string
          user_id: string
          vote: string
        }
        Insert: {
          list_id: string
          name: string
          seen_at?: string
          seen_by: string
          user_id: string
          vote: string
        }
        Update: {
          list_id?: string
          name?: string
          seen_at?: string
          seen_by?: string
          user_id?: string
          vote?: string
        }
        Relationships: [
          {
            foreignKeyName: "name_votes_seen_list_id_fkey"
            columns: ["list_id"]
            isOneToOne: false
            referencedRelation: "name_lists"
            referencedColumns: ["id"]
          },
        ]
      }
      privacy_zones: {
        Row: {
          created_at: string
          id: string
          latitude: number
          longitude: number
          name: string
          radius: number
          secret: string
          user_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          latitude: number
          longitude: number
          name?: string
          radius: number
          secret?: string
          user_id?: string
        }
        Update: {
          created_at?: string
          id?: string
          latitude?: number
          longitude?: number
          name?: string
          radius?: number
          secret?: string
          user_id?: string
        }
        Relationships: []
      }
      published_runs: {
        Row: {
          average_cadence: number | null
          average_heart_rate: number | null
          breaks: number[]
          corners: number[]
          day: string
          distance: number[]
          efforts: NonNullable<Json>
          elapsed: number
          elevation: number[]
          gain: number | null
          gear: string | null
          has_route: boolean
          heart_rate: number[]
          highest_heart_rate: number | null
          latitude: number[]
          longitude: number[]
          loss: number | null
          metres: number
          moving: number
          name: string
          outline: string
          points: number
          published_at: string
          run_id: string
          source: string
          started_at: string
          time: number[]
          user_id: string
          utc_offset: number
          zones_version: number
        }
        Insert: {
          average_cadence?: number | null
          average_heart_rate?: number | null
          breaks: number[]
          corners?: number[]
          day: string
          distance: number[]
          efforts: NonNullable<Json>
          elapsed: number
          elevation: number[]
          gain?: number | null
          gear?: string | null
          has_route: boolean
          heart_rate: number[]
          highest_heart_rate?: number | null
          latitude: number[]
          longitude: number[]
          loss?: number | null
          metres: number
          moving: number
          name?: string
          outline?: string
          points: number
          published_at?: string
          run_id: string
          source: string
          started_at: string
          time: number[]
          user_id?: string
          utc_offset: number
          zones_version: number
        }
        Update: {
          average_cadence?: number | null
          average_heart_rate?: number | null
          breaks?: number[]
          corners?: number[]
          day?: string
          distance?: number[]
          efforts?: NonNullable<Json>
          elapsed?: number
          elevation?: number[]
          gain?: number | null
          gear?: string | null
          has_route?: boolean
          heart_rate?: number[]
          highest_heart_rate?: number | null
          latitude?: number[]
          longitude?: number[]
          loss?: number | null
          metres?: number
          moving?: number
          name?: string
          outline?: string
          points?: number
          published_at?: string
          run_id?: string
          source?: string
          started_at?: string
          time?: number[]
          user_id?: string
          utc_offset?: number
          zones_version?: number
        }
        Relationships: [
          {
            foreignKeyName: "published_runs_run_id_user_id_fkey"
            columns: ["run_id", "user_id"]
            isOneToOne: false
            referencedRelation: "runs"
            referencedColumns: ["id", "user_id"]
          },
        ]
      }
      run_imports: {
        Row: {
          created_at: string
          id: string
          user_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          user_id?: string
        }
        Update: {
          created_at?: string
          id?: string
          user_id?: string
        }
        Relationships: []
      }
      run_tracks: {
        Row: {
          packed: string
          run_id: string
          user_id: string
        }
        Insert: {
          packed: string
          run_id: string
          user_id?: string
        }
        Update: {
          packed?: string
          run_id?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "run_tracks_run_id_user_id_fkey"
            columns: ["run_id", "user_id"]
            isOneToOne: true
            referencedRelation: "runs"
            referencedColumns: ["id", "user_id"]
          },
        ]
      }
      running_settings: {
        Row: {
          gear: NonNullable<Json>
          goals: NonNullable<Json>
          highest_heart_rate: number | null
          samples_hidden: boolean
          unit: string | null
          user_id: string
          week_start: string
          zones_version: number
        }
        Insert: {
          gear?: NonNullable<Json>
          goals?: NonNullable<Json>
          highest_heart_rate?: number | null
          samples_hidden?: boolean
          unit?: string | null
          user_id?: string
          week_start?: string
          zones_version?: number
        }
        Update: {
          gear?: NonNullable<Json>
          goals?: NonNullable<Json>
          highest_heart_rate?: number | null
          samples_hidden?: boolean
          unit?: string | null
          user_id?: string
          week_start?: string
          zones_version?: number
        }
        Relationships: []
      }
      runs: {
        Row: {
          average_cadence: number | null
          average_heart_rate: number | null
          created_at: string
          day: string
          deleted_at: string | null
          device: string | null
          efforts: NonNullable<Json>
          elapsed: number
          gain: number | null
          gear: string | null
          has_route: boolean
          highest_heart_rate: number | null
          id: string
          import_id: string | null
          laps: NonNullable<Json>
          loss: number | null
          metres: number
          moving: number
          name: string
          notes: string
          original: string | null
          original_name: string | null
          outline: string
          points: number
          published_version: number | null
          replaced_by: string | null
          richness: number
          source: string
          started_at: string
          stated: NonNullable<Json>
          user_id: string
          utc_offset: number
        }
        Insert: {
          average_cadence?: number | null
          average_heart_rate?: number | null
          created_at?: string
          day: string
          deleted_at?: string | null
          device?: string | null
          efforts: NonNullable<Json>
          elapsed: number
          gain?: number | null
          gear?: string | null
          has_route: boolean
          highest_heart_rate?: number | null
          id?: string
          import_id?: string | null
          laps?: NonNullable<Json>
          loss?: number | null
          metres: number
          moving: number
          name?: string
          notes?: string
          original?: string | null
          original_name?: string | null
          outline?: string
          points: number
          published_version?: number | null
          replaced_by?: string | null
          richness: number
          source: string
          started_at: string
          stated?: NonNullable<Json>
          user_id?: string
          utc_offset: number
        }
        Update: {
          average_cadence?: number | null
          average_heart_rate?: number | null
          created_at?: string
          day?: string
          deleted_at?: string | null
          device?: string | null
          efforts?: NonNullable<Json>
          elapsed?: number
          gain?: number | null
          gear?: string | null
          has_route?: boolean
          highest_heart_rate?: number | null
          id?: string
          import_id?: string | null
          laps?: NonNullable<Json>
          loss?: number | null
          metres?: number
          moving?: number
          name?: string
          notes?: string
          original?: string | null
          original_name?: string | null
          outline?: string
          points?: number
          published_version?: number | null
          replaced_by?: string | null
          richness?: number
          source?: string
          started_at?: string
          stated?: NonNullable<Json>
          user_id?: string
          utc_offset?: number
        }
        Relationships: [
          {
            foreignKeyName: "runs_import_id_user_id_fkey"
            columns: ["import_id", "user_id"]
            isOneToOne: false
            referencedRelation: "run_imports"
            referencedColumns: ["id", "user_id"]
          },
          {
            foreignKeyName: "runs_replaced_by_user_id_fkey"
            columns: ["replaced_by", "user_id"]
            isOneToOne: false
            referencedRelation: "runs"
            referencedColumns: ["id", "user_id"]
          },
        ]
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      add_runs: { Args: { batch: Json; import: string }; Returns: string[] }
      admin_actions: {
        Args: { before_id?: number; of_target?: string }
        Returns: {
          action: string
          at: string
          details: Json
          email: string
          id: number
          target: string
        }[]
      }
      admin_api: { Args: Record<PropertyKey, never>; Returns: Json }
      admin_ban: { Args: { person: string; until: string }; Returns: undefined }
      admin_confirm_email: { Args: { person: string }; Returns: undefined }
      admin_count_rows: {
        Args: { question?: Json; schema_name: string; table_name: string }
        Returns: number
      }
      admin_delete_person: { Args: { person: string }; Returns: undefined }
      admin_delete_rows: {
        Args: {
          accepted?: boolean
          keys: Json
          schema_name: string
          table_name: string
        }
        Returns: Json
      }
      admin_delete_snippet: { Args: { name: string }; Returns: undefined }
      admin_drop_import: { Args: { import: string }; Returns: undefined }
      admin_end_session: {
        Args: { person: string; session?: string }
        Returns: number
      }
      admin_export_person: { Args: { person: string }; Returns: Json }
      admin_export_rows: {
        Args: { question?: Json; schema_name: string; table_name: string }
        Returns: Json
      }
      admin_file_names: {
        Args: { bucket: string; folder: string; most?: number }
        Returns: Json
      }
      admin_files: {
        Args: {
          after?: string
          bucket: string
          folder?: string
          most?: number
          search?: string
        }
        Returns: Json
      }
      admin_finish_import: {
        Args: {
          columns: string[]
          import: string
          on_conflict?: string
          schema_name: string
          table_name: string
        }
        Returns: Json
      }
      admin_has_factor: { Args: Record<PropertyKey, never>; Returns: boolean }
      admin_health: { Args: Record<PropertyKey, never>; Returns: Json }
      admin_insert_rows: {
        Args: { new_rows: Json; schema_name: string; table_name: string }
        Returns: Json
      }
      admin_jobs: { Args: Record<PropertyKey, never>; Returns: Json }
      admin_look_as: {
        Args: {
          person: string
          question: Json
          schema_name: string
          table_name: string
        }
        Returns: Json
      }
      admin_mails: { Args: Record<PropertyKey, never>; Returns: Json }
      admin_note_new_person: {
        Args: { address: string; person: string }
        Returns: undefined
      }
      admin_people: {
        Args: {
          after_at?: string
          after_id?: string
          query?: string
          sort?: string
        }
        Returns: Json
      }
      admin_person: { Args: { person: string }; Returns: Json }
      admin_person_events: {
        Args: { after_at?: string; after_id?: string; person: string }
        Returns: Json
      }
      admin_remove_factor: {
        Args: { factor: string; person: string }
        Returns: undefined
      }
      admin_resend_mail: { Args: { mail: string }; Returns: Json }
      admin_row: {
        Args: { key: Json; schema_name: string; table_name: string }
        Returns: Json
      }
      admin_rows: {
        Args: { question?: Json; schema_name: string; table_name: string }
        Returns: Json
      }
      admin_rows_as: {
        Args: {
          person?: string
          question?: Json
          schema_name: string
          table_name: string
        }
        Returns: Json
      }
      admin_run_sql: {
        Args: { allow_changes?: boolean; statements: string[] }
        Returns: Json
      }
      admin_save_snippet: {
        Args: { name: string; sql: string }
        Returns: undefined
      }
      admin_send_test_mail: {
        Args: { body: string; subject: string }
        Returns: string
      }
      admin_session: {
        Args: Record<PropertyKey, never>
        Returns: {
          email: string
          signed_in_at: string
          user_id: string
        }[]
      }
      admin_snippets: {
        Args: Record<PropertyKey, never>
        Returns: {
          name: string
          saved_by: string
          sql: string
          updated_at: string
        }[]
      }
      admin_stage_rows: {
        Args: { import: string; lines: number[]; rows: Json }
        Returns: undefined
      }
      admin_storage_usage: { Args: Record<PropertyKey, never>; Returns: Json }
      admin_table: {
        Args: { schema_name: string; table_name: string }
        Returns: Json
      }
      admin_tables: { Args: Record<PropertyKey, never>; Returns: Json }
      admin_update_row: {
        Args: {
          key: Json
          new_values: Json
          old_values: Json
          schema_name: string
          table_name: string
        }
        Returns: Json
      }
      count_page_views: {
        Args: { paths: string[]; site_key: string }
        Returns: Json
      }
      delete_my_account: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      end_my_session: { Args: { session: string }; Returns: boolean }
      export_my_data: { Args: Record<PropertyKey, never>; Returns: Json }
      invite_to_name_list: {
        Args: { list: string; once?: boolean }
        Returns: string
      }
      is_owner: { Args: Record<PropertyKey, never>; Returns: boolean }
      join_name_list: {
        Args: { called?: string; token: string }
        Returns: string
      }
      keep_originals: { Args: { kept: Json }; Returns: undefined }
      look_at_name_list: { Args: { token: string }; Returns: Json }
      my_sessions: {
        Args: Record<PropertyKey, never>
        Returns: {
          aal: string
          created_at: string
          id: string
          ip: string
          is_current: boolean
          last_used_at: string
          user_agent: string
        }[]
      }
      note_admin_action: {
        Args: { action: string; details?: Json; target: string }
        Returns: undefined
      }
      owner_runs: {
        Args: Record<PropertyKey, never>
        Returns: {
          average_cadence: number
          average_heart_rate: number
          day: string
          efforts: Json
          elapsed: number
          gain: number
          gear: string
          has_route: boolean
          highest_heart_rate: number
          metres: number
          moving: number
          name: string
          run_id: string
          source: string
          started_at: string
          utc_offset: number
        }[]
      }
      page_view_live: { Args: Record<PropertyKey, never>; Returns: number }
      page_view_report: {
        Args: {
          filters?: Json
          first_day?: string
          last_day: string
          max_rows?: number
          unit?: string
        }
        Returns: Json
      }
      page_view_salt: {
        Args: { site_key: string; wanted: string }
        Returns: string
      }
      receive_contact_message: {
        Args: {
          email: string
          limits: Json
          message: string
          name: string
          sender: string
        }
        Returns: Json
      }
      record_page_views: {
        Args: { batch: Json; site_key: string }
        Returns: undefined
      }
      restore_runs: { Args: { ids: string[] }; Returns: string[] }
      undo_import: { Args: { import: string }; Returns: undefined }
      withdraw_my_email_change: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      write_page_views: {
        Args: { batch: Json; site_key: string }
        Returns: undefined
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const

